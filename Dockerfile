# The same steps as `npm start`: install, build, serve. The Node version is the one in the dependencies. To pin the bytes of the base image as
# well, give its digest: --build-arg BASE=node:24.21.0-bookworm-slim@sha256:…
ARG BASE=node:24.21.0-bookworm-slim

FROM $BASE AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc ./
COPY scripts/setup.mjs scripts/
RUN node scripts/setup.mjs
COPY . .
# These are compiled into the web app: another value needs another image.
ARG VITE_API_HOST=/api
ARG VITE_SENTRY_DSN=
RUN node scripts/setup.mjs --build
# The optional dependencies are what a laptop without Node 24 and PostgreSQL needs. Here the base image has Node, and the database is elsewhere.
RUN npm pkg delete optionalDependencies && npm prune --omit=dev --ignore-scripts && rm -rf node_modules/.vite-temp

FROM $BASE
LABEL org.opencontainers.image.title="Loge" \
      org.opencontainers.image.version="0.8.0" \
      org.opencontainers.image.licenses="MIT"
WORKDIR /app
ENV NODE_ENV=production HOST=0.0.0.0 PORT=3000 DATA_DIR=/data
# The server needs no package manager. Only these two folders, and /tmp, are ever written: the root file system can be read-only.
RUN rm -rf /usr/local/lib/node_modules /usr/local/bin/npm /usr/local/bin/npx /usr/local/bin/corepack /usr/local/bin/yarn /usr/local/bin/yarnpkg /opt/yarn-* \
    && mkdir /data /backups && chown 1000:1000 /data /backups && chmod 700 /data /backups
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules node_modules
COPY --from=build /app/dist dist
COPY --from=build /app/contract contract
COPY --from=build /app/server server
COPY --from=build /app/sandbox sandbox
COPY --from=build /app/scripts scripts
# A number, so that Kubernetes can check that it is not root.
USER 1000:1000
VOLUME /data
EXPOSE 3000
# Liveness only: a process that waits for its database must not be restarted for it.
HEALTHCHECK --start-period=60s CMD ["node", "-e", "fetch('http://127.0.0.1:3000/api/health/live').then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm in between, so that SIGTERM reaches the server.
CMD ["node", "server/main.ts"]
