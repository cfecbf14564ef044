# The first stage builds, and the second has what the server reads. The server writes only to /data and /tmp.
# Node 24 has long-term support: raise the version in both places with each of its security releases.
FROM node:24.21.0-trixie-slim AS build
WORKDIR /app
COPY package.json package-lock.json ./
# No install script runs: package.json refuses them, and so does the option, which all versions of npm know.
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
# The first start creates the database and, if it is empty, loads the demonstration.
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 \
  CMD ["node", "-e", "fetch(`http://127.0.0.1:${process.env.PORT || 3000}/healthz`).then(({ ok }) => process.exit(ok ? 0 : 1), () => process.exit(1))"]
# Without npm, which would be one more process.
CMD ["node", "scripts/start.mjs"]
