/** Tests run most code only a few times. V8 optimises a function after eight times its usual use: 4 to 8 % less CPU time (decision 42). */
import { setFlagsFromString } from 'node:v8';

setFlagsFromString('--interrupt-budget=540000');
