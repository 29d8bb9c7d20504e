/**
 * Sections of the documents (/docs, on the device with the app) and settings inside screens, with the words that find them.
 * Own file: a list; a test checks that each section exists.
 */

/** `at` = page of /docs with its heading. */
export type Help = { readonly title: string; readonly at: string; readonly page: string; readonly keywords: string };

const receivers = 'Connect receivers';
const settings = 'Settings';
const notices = 'Notices in other services';
const operating = 'Operating';
// biome-ignore format: an entry is one line
export const helps: readonly Help[] = [
  { title: 'Connect a receiver', at: 'receivers', page: receivers, keywords: 'decoder feed feeder station acarsdec dumpvdl2 vdlm2dec dumphfdl jaero satdump iridium toolkit port udp tcp json setup' },
  { title: 'Connect readsb or dump1090', at: 'receivers#ads-b-from-readsb-or-dump1090', page: receivers, keywords: 'ads-b adsb mode s beast avr sbs radio feed receiver port 30005' },
  { title: 'Positions from aircraft.json', at: 'receivers#positions-from-aircraftjson', page: receivers, keywords: 'readsb tar1090 map connect' },
  { title: 'Receive from a remote station', at: 'receivers#stations-elsewhere', page: receivers, keywords: 'connect upload https key ingest elsewhere raspberry' },
  { title: 'What is read of each program', at: 'receivers#what-is-read', page: receivers, keywords: 'decoders formats fields acarsdec dumpvdl2 hfdl' },
  { title: 'Forward messages to other services', at: 'receivers#forward-to-other-services', page: receivers, keywords: 'feed share airframes send' },
  { title: 'Import recordings and reference data', at: 'receivers#recordings-and-reference-data', page: receivers, keywords: 'files json lines airports aircraft csv load upload' },
  { title: 'Install', at: 'install', page: 'Install', keywords: 'start docker setup first update node' },
  { title: 'Tablets and certificates', at: 'tablets', page: 'Tablets and certificates', keywords: 'https tls ipad phone android ca offline hangar' },
  { title: 'Settings of the server', at: 'settings', page: settings, keywords: 'configuration environment variables options' },
  { title: 'Settings of receivers', at: 'settings#receivers', page: settings, keywords: 'radio port frames receiver host' },
  { title: 'Settings of email', at: 'settings#email', page: settings, keywords: 'smtp mail' },
  { title: 'Settings of the map and weather', at: 'settings#map-weather-and-routes', page: settings, keywords: 'tiles base layer metar' },
  { title: 'Single sign-on', at: 'operating#single-sign-on', page: operating, keywords: 'oidc sso login keycloak' },
  { title: 'Notices in other services', at: 'notices', page: notices, keywords: 'webhook ntfy discord slack telegram push' },
  { title: 'MQTT', at: 'notices#mqtt', page: notices, keywords: 'broker topics mosquitto' },
  { title: 'Home Assistant', at: 'notices#home-assistant', page: notices, keywords: 'mqtt discovery smart home' },
  { title: 'Commands, backup and restore', at: 'operating#commands', page: operating, keywords: 'backup restore reset password maintenance operate' },
  { title: 'Archive', at: 'operating#archive', page: operating, keywords: 'old messages retention older days' },
  { title: 'Disk space', at: 'operating#disk', page: operating, keywords: 'storage size retention full' },
  { title: 'Monitoring', at: 'operating#monitoring', page: operating, keywords: 'prometheus grafana metrics health log' },
  { title: 'More than one server', at: 'operating#more-than-one-server', page: operating, keywords: 'cluster replicas availability' },
  { title: 'Reverse proxy', at: 'reverse-proxy', page: 'Reverse proxy', keywords: 'nginx caddy https domain' },
  { title: 'Scaling', at: 'scaling', page: 'Scaling', keywords: 'performance load measure large' },
  { title: 'Distributing messages', at: 'distributing', page: 'Distributing messages', keywords: 'citus workers coordinator' },
  { title: 'Where decoding differs', at: 'decoding', page: 'Decoding differences', keywords: 'libacars decoder acars' },
  { title: 'Upgrading', at: 'upgrading', page: 'Upgrading', keywords: 'update new version postgresql' },
  { title: 'API', at: 'api', page: 'API', keywords: 'rest http calls token program script integration' },
  { title: 'Security', at: 'security', page: 'Security', keywords: 'report vulnerability tests' },
];

/** Settings below the title of a screen. */
export type Setting = {
  readonly title: string;
  readonly to: '/device' | '/accountSecurity' | '/changePassword' | '/addReceiver';
  readonly search?: Readonly<Record<string, string>>;
  readonly keywords: string;
};
// biome-ignore format: an entry is one line
export const settingsInScreens: readonly Setting[] = [
  { title: 'Connect readsb or dump1090', to: '/addReceiver', search: { kind: 'beast' }, keywords: 'ads-b adsb mode s beast feed receiver port 30005' },
  { title: 'Quiet hours and email of notices', to: '/device', keywords: 'night weekdays time zone mute do not disturb digest' },
  { title: 'Notices on this device', to: '/device', keywords: 'push notifications permission test' },
  { title: 'Webhooks', to: '/device', keywords: 'notices ntfy discord slack telegram service' },
  { title: 'Storage limits', to: '/device', keywords: 'offline cache space quota delete stored data' },
  { title: 'Offline areas of the map', to: '/device', keywords: 'tiles download region' },
  { title: 'Taken with me', to: '/device', keywords: 'packs aircraft hangar offline' },
  { title: 'Passkeys and second factor', to: '/accountSecurity', keywords: '2fa mfa totp authenticator recovery codes' },
];
