/** Text to UTF-8 bytes, for readers that work on bytes. The build of the mod takes `hosts/claude-code/mod/utf8.ts` in its place. */

const encoder = new TextEncoder()

/** The bytes of `text`, written into `room`, which must have three bytes for each UTF-16 unit. */
export const encodeUtf8 = (text: string, room: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> =>
  room.subarray(0, encoder.encodeInto(text, room).written)
