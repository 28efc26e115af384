# The build stage has all packages. The final image has what serving needs: glibc, Node 26 and the production packages.
FROM node:24-bookworm-slim AS build
RUN apt-get update -q && apt-get install -qy --no-install-recommends libatomic1
WORKDIR /haat
COPY package.json package-lock.json .npmrc tsconfig.json ./
COPY scripts/install.js scripts/
RUN node scripts/install.js
COPY contract contract
COPY dashboard dashboard
RUN npm run -s build:dashboard
# Prune with the Node that will run: with an older one, npm would drop packages that require a newer Node.
RUN PATH="$PWD/node_modules/.bin:$PATH" npm prune --omit=dev --ignore-scripts --no-audit --no-fund \
 && rm -r node_modules/node-*/include

FROM debian:bookworm-slim
# The only library that Node 26 needs and slim Debian lacks.
RUN apt-get update -q && apt-get install -qy --no-install-recommends libatomic1 && rm -rf /var/lib/apt/lists/*
WORKDIR /haat
ENV PATH=/haat/node_modules/.bin:/usr/local/bin:/usr/bin:/bin \
    HOST=0.0.0.0 \
    PORT=3000 \
    DATA_DIR=/data
COPY --from=build /haat/node_modules node_modules
COPY --from=build /haat/dist dist
COPY package.json ./
COPY contract contract
COPY server server
COPY deploy/healthy.js deploy/
RUN ln -s /haat/server/cli/main.js /usr/local/bin/haat \
 && install -d -o 10001 -g 10001 /data node_modules/.cache
USER 10001:10001
# Start the service once: this puts its compile cache into the image, and the build fails if the service cannot start.
RUN HOST=127.0.0.1 DATA_DIR=/tmp/first-start timeout --preserve-status 10 node server/main.js \
 && rm -r /tmp/first-start
VOLUME /data
EXPOSE 3000
HEALTHCHECK --interval=10s --timeout=3s --start-period=20s CMD ["node", "deploy/healthy.js"]
CMD ["node", "server/main.js"]
