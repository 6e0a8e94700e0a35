import { Call } from '../binding/call.ts'
import type { IncomingRequest } from '../binding/incoming-request.ts'
import { readBody, type BodyLimits, type Decoded } from '../binding/read-body.ts'
import type { Source } from '../binding/sources/source.ts'
import type { Container } from '../container/container.ts'
import { failuresReply } from './error-reply.ts'
import type { Route } from './route.ts'
import { toReply, type Answer } from './to-reply.ts'

/** Answers a request of one route; `values` are the decoded values of its placeholders. */
export type Dispatch = (
  request: IncomingRequest,
  values: readonly string[],
) => Answer | Promise<Answer>

type Controller = Record<string, (...args: unknown[]) => unknown>

/** Decides once how a route is answered. Throws where the controller cannot be built. */
export function createDispatch(route: Route, container: Container, limits: BodyLimits): Dispatch {
  const lifetime = container.lifetime(route.controller)
  const invoke = createInvoke(route)
  if (lifetime !== 'singleton') return dispatchInScope(route, container, limits, invoke)
  let controller: Controller | undefined
  const run = (request: IncomingRequest, values: readonly string[], body?: Decoded) => {
    controller ??= container.get(route.controller) as Controller
    return invoke(controller, new Call(request, values, body))
  }
  if (!route.arguments.readsBody) return run
  return (request, values) => readBody(request, limits).then((body) => run(request, values, body))
}

function dispatchInScope(
  route: Route,
  container: Container,
  limits: BodyLimits,
  invoke: Invoke,
): Dispatch {
  return async (request, values) => {
    const body = route.arguments.readsBody ? await readBody(request, limits) : undefined
    const scope = container.createScope(new Map([[Request, request.toRequest()]]))
    try {
      const controller = scope.get(route.controller) as Controller
      return await invoke(controller, new Call(request, values, body))
    } finally {
      await scope[Symbol.asyncDispose]()
    }
  }
}

type Invoke = (controller: Controller, call: Call) => Answer | Promise<Answer>

function createInvoke({ arguments: { sources }, methodName, status }: Route): Invoke {
  const answer = (value: unknown) => toReply(value, status)
  return (controller, call) => {
    const args = readArguments(sources, call)
    if (call.errors.length > 0) return failuresReply(call.errors)
    const value = (controller[methodName] as Controller[string]).apply(controller, args)
    return value instanceof Promise ? value.then(answer) : answer(value)
  }
}

function readArguments(sources: readonly Source[], call: Call): unknown[] {
  const args: unknown[] = []
  for (const source of sources) args.push(source.read(call))
  return args
}
