# One image for web, worker and migrations: docker-compose.yml says which command each runs.
FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d AS build
WORKDIR /app
COPY package.json package-lock.json .npmrc .puppeteerrc.cjs ./
RUN npm ci --no-audit --no-fund
COPY . .
# npm keeps TypeScript as an optional peer of a reader of configurations; nothing that runs asks for it.
RUN npm run build && npm prune --omit=dev --no-audit --no-fund \
  && rm -rf node_modules/typescript node_modules/.bin/tsc node_modules/.bin/tsserver

FROM node:24-bookworm-slim@sha256:6f7b03f7c2c8e2e784dcf9295400527b9b1270fd37b7e9a7285cf83b6951452d
RUN apt-get update \
  && apt-get install -y --no-install-recommends chromium-headless-shell fonts-liberation \
  && rm -rf /var/lib/apt/lists/* \
  && install -d -o node -g node /data \
  && install -d -o node -g node -m 0700 /access-records
ENV NODE_ENV=production \
  HOST=0.0.0.0 \
  PORT=3000 \
  WORKER_PORT=3001 \
  DATA_DIR=/data \
  CHROMIUM_PATH=/usr/lib/chromium/chromium-headless-shell
WORKDIR /app
COPY --from=build /app/package.json ./
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/build ./build
COPY --from=build /app/scripts/operation/beside-up.mjs ./scripts/operation/
# A normal user: Chromium keeps its sandbox, and the program cannot change itself.
USER node
VOLUME /data
EXPOSE 3000
# The flags keep memory small (docs/decisions/0040).
CMD ["node", "--initial-old-space-size=48", "--heap-growing-percent=50", "--min-semi-space-size=16", "--max-semi-space-size=16", "build/tools/web.js"]
