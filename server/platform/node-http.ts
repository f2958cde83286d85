/**
 * What the server uses of Node's http module. An import of that module also evaluates its web classes, and so loads
 * Node's own undici: 14 MB of memory and a tenth of a second (docs/decisions/0070).
 */
export const { IncomingMessage, ServerResponse, STATUS_CODES } = process.getBuiltinModule('node:http')
