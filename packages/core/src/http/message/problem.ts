import { Reply, type ReplyOptions } from './reply.ts'
import { toJson } from './to-json.ts'

/** The members of a problem (RFC 9457) except its status. */
export interface ProblemMembers {
  /** The URI of the problem type. Default: `about:blank`. */
  readonly type?: string
  /** The name of the problem type. Default: the reason phrase of the status. */
  readonly title?: string
  /** An explanation of this occurrence. */
  readonly detail?: string
  readonly [member: string]: unknown
}

/** Creates a reply of `application/problem+json`. */
export function problemReply(
  status: number,
  members: ProblemMembers = {},
  headers: ReplyOptions['headers'] = {},
): Reply<never> {
  const { type = 'about:blank', title = phraseOf(status), status: _, ...otherMembers } = members
  const body = toJson({ type, title, status, ...otherMembers })
  const names = Object.keys(headers).map((name) => name.toLowerCase())
  const contentType = names.includes('content-type')
    ? []
    : ['content-type', 'application/problem+json']
  return new Reply(status, [...contentType, ...Object.entries(headers).flat()], body)
}

/** The reason phrases in the IANA registry. */
const phrases: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  402: 'Payment Required',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  406: 'Not Acceptable',
  407: 'Proxy Authentication Required',
  408: 'Request Timeout',
  409: 'Conflict',
  410: 'Gone',
  411: 'Length Required',
  412: 'Precondition Failed',
  413: 'Content Too Large',
  414: 'URI Too Long',
  415: 'Unsupported Media Type',
  416: 'Range Not Satisfiable',
  417: 'Expectation Failed',
  421: 'Misdirected Request',
  422: 'Unprocessable Content',
  423: 'Locked',
  424: 'Failed Dependency',
  425: 'Too Early',
  426: 'Upgrade Required',
  428: 'Precondition Required',
  429: 'Too Many Requests',
  431: 'Request Header Fields Too Large',
  451: 'Unavailable For Legal Reasons',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  502: 'Bad Gateway',
  503: 'Service Unavailable',
  504: 'Gateway Timeout',
  505: 'HTTP Version Not Supported',
  506: 'Variant Also Negotiates',
  507: 'Insufficient Storage',
  508: 'Loop Detected',
  511: 'Network Authentication Required',
}

function phraseOf(status: number): string {
  return phrases[status] ?? (status >= 400 && status < 500 ? 'Client Error' : 'Server Error')
}
