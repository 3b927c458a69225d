/** Whether a path names a picture, a font, a recording or a document: what such a file holds of text is little. */
export function isMediaFile(path: string): boolean {
  return media.test(path);
}

const media =
  /\.(?:png|jpe?g|gif|webp|avif|heic|bmp|ico|tiff?|psd|ai|woff2?|ttf|otf|eot|mp[34]|m4[av]|mov|avi|mkv|webm|og[gv]|wav|flac|pdf|wasm)$/i;
