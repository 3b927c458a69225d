import module from 'node:module';

/**
 * Imported for what it does: from then on an import of ours is resolved without asking the file system. Node looks up every one of some two
 * hundred files (is it a folder, a link, in which package, of which kind?); of ours all of that is known from the name. Saves a seventh of a small scan.
 */
const own = new URL('..', import.meta.url).href;
const [extension, format] = import.meta.url.endsWith('.ts')
  ? ['.ts', 'module-typescript']
  : ['.js', 'module'];

module.registerHooks({
  resolve(specifier, context, next) {
    const { parentURL } = context;
    // What our code imports by a relative path is ours; packages are left to Node.
    if (!specifier.startsWith('.') || !specifier.endsWith(extension!) || !parentURL?.startsWith(own))
      return next(specifier, context);
    return { url: new URL(specifier, parentURL).href, format: format!, shortCircuit: true };
  },
});
