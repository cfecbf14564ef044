# Builds on one stage and keeps on the other what a server reads; the server writes to /data and /tmp alone.
# 24 is Node's line with long-term support: raise the version, in both places, with each security release of it.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# package.json allows no install script; this npm and older ones run none.
RUN npm ci --omit=dev --ignore-scripts --no-audit --no-fund
COPY . .
RUN npm run build && rm -rf .next/cache

FROM node:24.21.0-trixie-slim
ENV NODE_ENV=production
ENV DATA_DIR=/data
WORKDIR /app
COPY --from=build /app /app
RUN ln -s /app/chapterhouse /usr/local/bin/chapterhouse
RUN install -d -m 700 -o node -g node /data
VOLUME /data
USER node
EXPOSE 3000
# The first start makes the database, and the demonstration when there is nothing in it.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Not through npm: one process less.
CMD ["node", "scripts/start.mjs"]
