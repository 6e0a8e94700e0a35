import type { Handler } from '../../../http/message/handler.ts'
import { methodNotAllowed } from '../../../http/routing/method-not-allowed.ts'
import type { HttpRequest } from '../../../http/message/http-request.ts'
import type { ReplyOrResponse } from '../../../http/message/reply.ts'
import { once, type DescribeApplication } from '../describe-application.ts'
import { publishedReply, publishFile, type PublishedFile } from './published-file.ts'

/**
 * Returns the endpoints of `/openapi.json`, `/docs` and the files that the page loads. `root` is the application's folder.
 */
export function openApiEndpoints(
  describe: DescribeApplication,
  root: string,
): Map<string, Handler> {
  const document = async () =>
    publishFile('application/json', JSON.stringify((await describe()).document))
  const page = async () => (await import('./docs-page.ts')).publishPage(describe, root)
  const yaml = async () => (await import('./docs-page.ts')).publishYaml(describe)
  const pageFile = (name: string) => async () =>
    (await import('./docs-page.ts')).publishPageFile(name, root)
  return new Map([
    ['/openapi.json', createEndpoint(document)],
    ['/docs', createEndpoint(page)],
    ['/docs/openapi.yaml', createEndpoint(yaml)],
    ...pageFiles.map((name): [string, Handler] => [
      `/docs/${name}`,
      createEndpoint(pageFile(name)),
    ]),
  ])
}

const pageFiles = ['start.js', 'list.js', 'page.css', 'swagger-ui.css', 'swagger-ui-bundle.js']

/** Serves a file that is created by the first request. */
function createEndpoint(create: () => Promise<PublishedFile>): Handler {
  const load = once(create)
  const get = async (request: HttpRequest): Promise<ReplyOrResponse> =>
    publishedReply(request, await load())
  return (request) => {
    if (request.method === 'GET' || request.method === 'HEAD') return get(request)
    return methodNotAllowed(request, ['GET', 'HEAD', 'OPTIONS'])
  }
}
