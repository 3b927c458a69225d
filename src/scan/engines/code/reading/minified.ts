import { averageLine } from './readable-lines.ts';

/** Below this no file is called minified but by its name and its lines together. */
const minLength = 20_000;
const sampleLength = 100_000;
const longLine = 500;
const longLineOfNamed = 200;

/**
 * A few lines of great length are what a minifier wrote; the name `*.min.js` alone says nothing. Only scripts and pages are minified: a
 * long line in another language is code like any other, and so is a script that only a server can run.
 */
export function isMinified(path: string, text: string): boolean {
  if (!minifiable.test(path)) return false;
  const isNamed = named.test(path);
  if (text.length < minLength && !isNamed) return false;
  if (averageLine(text.slice(0, sampleLength)) <= (isNamed ? longLineOfNamed : longLine)) return false;
  return isBuilt(path) || !serverModules.test(text);
}

/** Folders of what a build writes and a browser is sent. */
export function isBuilt(path: string): boolean {
  return built.test(path);
}

const minifiable = /\.(?:[cm]?js|jsx|es6|ejs|x?html?|vue|svelte|hbs|handlebars|mustache)$/i;
const named = /[.-]min\.[cm]?js$/i;
const built = /(?:^|\/)(?:static|public|assets?|wwwroot|www|webroot|dist|build|out)\//i;
/** Modules that no browser has, and that libraries for both do not ask for. */
const serverModules =
  /(?:\brequire\s*\(|\bfrom\b|\bimport\b\s*\(?)\s*["'`](?:node:[\w/]+|child_process|cluster|dgram|fs|fs\/promises|http|http2|https|net|vm|worker_threads|express|koa|fastify)["'`]/;
