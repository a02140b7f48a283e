/** Sizes as this API counts them. */

/** Smaller texts stay as they are. */
export const MIN_BYTES = 512

export const bytesOf = (text: string): number => Buffer.byteLength(text, 'utf8')

/** Estimated tokens of so many UTF-8 bytes: ceil(bytes / 4 * 1.2), in whole numbers so that nothing is rounded twice. */
export const estimateTokens = (bytes: number): number => Math.ceil((bytes * 3) / 10)
