/** The client of the provider. The library validates all that the provider sends. */
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  type Configuration,
  type CustomFetch,
  calculatePKCECodeChallenge,
  customFetch,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { UpstreamClient } from '../../outgoing/fetch-upstream.ts';
import { UpstreamError } from '../../outgoing/outgoing-line.ts';
import { type Claims, isComplete } from './claims.ts';
import type { OidcConfig } from './oidc-config.ts';

/** Secrets of one sign-in. */
export type Flow = {
  readonly state: string;
  readonly nonce: string;
  readonly verifier: string;
  readonly redirectUri: string;
};

/** Below the timeout of the app, also for two requests. */
const timeoutMs = 3000;
const maxBytes = 500_000;
/** The provider's description and keys are read again after this time. */
const describedForMs = 3_600_000;

export class Provider {
  readonly #config: OidcConfig;
  readonly #client: UpstreamClient;
  #described: { readonly is: Promise<Configuration>; readonly readAt: number } | null = null;

  constructor(config: OidcConfig, client: UpstreamClient) {
    this.#config = config;
    this.#client = client;
  }

  close(): void {
    this.#client.close();
  }

  /** Where the browser goes. @throws UpstreamError or an error of the library */
  async addressFor({ state, nonce, verifier, redirectUri }: Flow): Promise<string> {
    const address = buildAuthorizationUrl(await this.#configuration(), {
      redirect_uri: redirectUri,
      scope: this.#config.scope,
      state,
      nonce,
      code_challenge: await calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      ...(this.#config.promptsEachTime ? { prompt: 'login' } : {}),
    });
    if (!/^https?:$/.test(address.protocol)) throw new UpstreamError('wrong', 'its address is not a web address.');
    return address.href;
  }

  /** Claims of the user who signed in. `response` = query of the address to which the browser returned. @throws as above */
  async claimsOf(response: URLSearchParams, { state, nonce, verifier, redirectUri }: Flow): Promise<Claims> {
    const configuration = await this.#configuration();
    const address = new URL(redirectUri);
    address.search = response.toString();
    const tokens = await authorizationCodeGrant(configuration, address, {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    if (!claims) throw new UpstreamError('wrong', 'it sent no ID token.');
    const isRequested = !isComplete(claims, this.#config.rules) && configuration.serverMetadata().userinfo_endpoint;
    return isRequested
      ? { ...(await fetchUserInfo(configuration, tokens.access_token, claims.sub)), ...claims }
      : claims;
  }

  #configuration(): Promise<Configuration> {
    const known = this.#described;
    if (known && performance.now() - known.readAt < describedForMs) return known.is;
    const is = this.#describe();
    this.#described = { is, readAt: performance.now() };
    // A failure is not cached: the next sign-in sends the request again.
    is.catch(() => {
      if (this.#described?.is === is) this.#described = null;
    });
    return is;
  }

  #describe(): Promise<Configuration> {
    const { issuer, clientId, clientSecret } = this.#config;
    // The ID token's signature is checked, although the provider sends the token directly: a proxy that ends TLS cannot forge it.
    const execute = [enableNonRepudiationChecks, ...(issuer.protocol === 'http:' ? [allowInsecureRequests] : [])];
    return discovery(issuer, clientId, undefined, clientAuth(clientSecret), {
      execute,
      timeout: timeoutMs / 1000,
      [customFetch]: fetchBy(this.#client, this.#config.origins),
    });
  }
}

/** The one that every provider supports, unless its metadata names others. */
function clientAuth(secret: string): ClientAuth {
  const [basic, post] = [ClientSecretBasic(secret), ClientSecretPost(secret)];
  return (server, client, body, headers) => {
    const offered = server.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
    return (offered.includes('client_secret_basic') ? basic : post)(server, client, body, headers);
  };
}

/** The library's requests, by our client of other services: configured origins only, no redirects, a limited size. */
function fetchBy(client: UpstreamClient, origins: readonly string[]): CustomFetch {
  return async (address, { method, headers, body }) => {
    const url = new URL(address);
    if (!origins.includes(url.origin))
      throw new UpstreamError('notConfigured', `${url.origin} is missing in OIDC_ORIGINS.`);
    const isForm = body instanceof URLSearchParams;
    if (method !== (isForm ? 'POST' : 'GET')) throw new UpstreamError('wrong', 'it needs an unknown kind of request.');
    const form = isForm ? { form: Object.fromEntries(body) } : {};
    const response = await client.fetch({ url, headers, ...form, timeoutMs, maxBytes });
    const type = response.headers['content-type'];
    const challenge = response.headers['www-authenticate'];
    return new Response(response.body.length === 0 ? null : new Uint8Array(response.body), {
      status: response.status,
      headers: { ...(type ? { 'content-type': type } : {}), ...(challenge ? { 'www-authenticate': challenge } : {}) },
    });
  };
}
