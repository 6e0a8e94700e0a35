import { context, propagation, SpanKind, trace, type TextMapGetter } from '@opentelemetry/api'
import { httpRequests, type HttpRequestMessage } from '@fw/core/channels'
import { errorTypeOf, methodLabel } from '../naming.ts'
import { http, fw } from '../semantic-conventions.ts'
import type { SpanPlan } from './span-plan.ts'

type Request = HttpRequestMessage['request']

const headerGetter: TextMapGetter<Request> = {
  keys: () => [],
  get: (request, name) => request.header(name.toLowerCase()),
}

/**
 * Creates spans such as `GET /orders/{id}`, as children of the caller's span. If another instrumentation has already
 * started a span, adds the data to that span.
 */
export const httpSpans: SpanPlan<HttpRequestMessage> = {
  channel: httpRequests,
  kind: SpanKind.SERVER,
  adopt: () => trace.getActiveSpan(),
  parent: ({ request }) => propagation.extract(context.active(), request, headerGetter),

  name({ method, route }) {
    const methodName = methodLabel(method)
    const verb = methodName === '_OTHER' ? 'HTTP' : methodName
    return route === '(none)' ? verb : `${verb} ${route}`
  },

  attributes({ method, path, request }) {
    const methodName = methodLabel(method)
    const { name, port } = hostOf(request)
    return {
      [http.method]: methodName,
      [http.path]: path,
      [http.scheme]: request.secure ? 'https' : 'http',
      [http.host]: name,
      ...(port !== undefined && { [http.port]: port }),
      ...(methodName === '_OTHER' && { [http.originalMethod]: method.slice(0, 32) }),
      ...attributeOf(http.client, request.ip),
      ...attributeOf(http.userAgent, request.header('user-agent')),
    }
  },

  finish: ({ route, status, requestId }) => ({
    ...(route !== '(none)' && { [http.route]: route }),
    ...(status > 0 && { [http.status]: status }),
    ...attributeOf(fw.requestId, requestId),
  }),

  failure: ({ error, status }) => errorTypeOf(error, status),
}

function attributeOf(name: string, value: string | undefined): Record<string, string> {
  return value === undefined ? {} : { [name]: value }
}

function hostOf({ host }: Request): { name: string; port: number | undefined } {
  const digits = /:(\d{1,5})$/.exec(host)?.[1]
  return digits === undefined
    ? { name: host, port: undefined }
    : { name: host.slice(0, -digits.length - 1), port: Number(digits) }
}
