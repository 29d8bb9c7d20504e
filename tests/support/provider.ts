/** A real OpenID provider on loopback (oidc-provider) with one client. It signs in at once, as the user that a test names. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type KoaContext, Provider } from 'oidc-provider';

export type ProviderPerson = { readonly sub: string } & Readonly<Record<string, unknown>>;
export type TestProvider = {
  readonly url: string;
  /** Settings of a server that uses it. */
  readonly env: Readonly<Record<string, string>>;
  /** Starts to respond. It redirects the client to this address only. */
  accept(redirectUri: string): void;
  /** User who signs in from now on. null = the provider refuses. */
  person: ProviderPerson | null;
  stop(): Promise<void>;
};

const client = { client_id: 'downlink', client_secret: 'a secret of this client' };
const scope = 'openid profile email';

export async function startProvider(): Promise<TestProvider> {
  let provider: Provider | null = null;
  const people = new Map<string, ProviderPerson>();
  const server = createServer((request, response) => {
    if (!provider) return void response.writeHead(503).end();
    if (!request.url?.startsWith('/interaction/')) return provider.callback()(request, response);
    const { person } = self;
    if (person) people.set(person.sub, person);
    const result = person ? { login: { accountId: person.sub } } : { error: 'access_denied' };
    void provider.interactionFinished(request, response, result);
  });
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const self: TestProvider = {
    url,
    env: { OIDC_ISSUER: url, OIDC_CLIENT_ID: client.client_id, OIDC_CLIENT_SECRET: client.client_secret },
    person: null,
    accept(redirectUri) {
      provider = new Provider(url, {
        clients: [{ ...client, redirect_uris: [redirectUri] }],
        claims: {
          openid: ['sub'],
          profile: ['preferred_username', 'given_name', 'family_name', 'groups', 'org'],
          email: ['email', 'email_verified'],
        },
        cookies: { keys: ['a key of tests'] },
        pkce: { required: () => true },
        // The library warns about each default value.
        ttl: { Interaction: 600, Grant: 600, Session: 600, AccessToken: 600, IdToken: 600 },
        features: { devInteractions: { enabled: false } },
        interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
        findAccount: (_: unknown, sub: string) => ({ accountId: sub, claims: () => people.get(sub) ?? { sub } }),
        loadExistingGrant: async ({ oidc }: KoaContext) => {
          const grant = new oidc.provider.Grant({
            clientId: oidc.client.clientId,
            accountId: oidc.session.accountId,
          });
          grant.addOIDCScope(scope);
          await grant.save();
          return grant;
        },
      });
    },
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
  return self;
}

/** The steps of a browser at the provider. Resolves to the query of the redirect to `home`. */
export async function signInAtProvider(url: string, home: string): Promise<string> {
  const cookies = new Map<string, string>();
  let address = url;
  for (let hop = 0; hop < 10; hop++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { cookie } });
    for (const one of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(one) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get('location');
    if (!location) throw new Error(`The provider answered ${response.status}: ${await response.text()}`);
    address = new URL(location, address).href;
    if (address.startsWith(home)) return new URL(address).search;
  }
  throw new Error('The provider sent the browser around in a circle.');
}
