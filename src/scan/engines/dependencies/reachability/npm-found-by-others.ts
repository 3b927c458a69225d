/**
 * Packages of npm that others find by their names: drivers of databases, engines of templates, compilers, encoders and what patches the
 * language. A project asks for them and often never imports them.
 */
const names = new Set(
  `@babel/core @babel/runtime @prisma/client autoprefixer babel-core better-sqlite3 bufferutil consolidate core-js dotenv dustjs-linkedin ejs
  es6-shim express-handlebars handlebars hbs ioredis jade less mariadb mongodb mustache mysql mysql2 node-sass nunjucks oracledb pg pg-hstore
  pg-native pg-query-stream pino-pretty postcss pug react-dom redis reflect-metadata regenerator-runtime sass snappy source-map-support
  sqlite3 stylus swig tedious tslib twig typescript utf-8-validate vue-template-compiler webpack whatwg-fetch zone.js`
    .trim()
    .split(/\s+/),
);

const roles =
  /(?:^|[-/])(?:adapter|cli|config|driver|engine|loader|plugin|polyfill|preset|reporter|resolver|runner|shim|transformer|transport)s?(?:-|$)/;

/** Whether the absence of an import says nothing about the use of a package. */
export function isFoundByOthers(name: string): boolean {
  return names.has(name) || name.startsWith('@types/') || roles.test(name);
}
