# syntax=docker/dockerfile:1
# The image of Downlink, for amd64 and arm64. Build: docker build -t downlink .
# With buildah or podman add --format docker: the default format has no health check.
# BASE must contain Node.js 20.19 or later and npm. The default is Node.js 22.23.3 for all architectures, by its content.
ARG BASE=node:22.23.3-bookworm-slim@sha256:43ac6c60b8f89723f746e8a92ce91abd5017e627ce1ddfe4238355d3a30b772c

# The app and the server are the same for every architecture.
FROM --platform=$BUILDPLATFORM ${BASE} AS build
WORKDIR /src
COPY package.json package-lock.json .npmrc ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run package && mv dist/downlink-*.tgz /downlink.tgz

# Packages of the server with the PostgreSQL of this architecture.
FROM ${BASE} AS packages
WORKDIR /app
COPY --from=build /downlink.tgz /tmp/downlink.tgz
RUN tar -xzf /tmp/downlink.tgz --strip-components=1 && npm ci --no-audit --no-fund && rm /tmp/downlink.tgz

FROM ${BASE}
# A user without a shell. Its number is that of the owner of /data.
RUN groupadd --gid 10001 downlink \
 && useradd --uid 10001 --gid downlink --home-dir /data --shell /usr/sbin/nologin downlink \
 && install -d -o downlink -g downlink -m 0700 /data
COPY --from=packages /app /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=8080 DATA_DIR=/data RECEIVER_HOST=0.0.0.0
USER 10001:10001
WORKDIR /data
VOLUME /data
EXPOSE 8080/tcp 5555/tcp 5555/udp
# Liveness: an unavailable database is no reason to restart.
HEALTHCHECK --interval=30s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch('http://127.0.0.1:' + process.env.PORT + '/api/v1/health/live').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
STOPSIGNAL SIGTERM
ENTRYPOINT ["node", "/app/downlink.mjs"]
CMD ["--no-demo"]
