import { journey } from './journey.ts';
import { startWebKit } from './webkit.ts';

journey('WebKitGTK', startWebKit);
