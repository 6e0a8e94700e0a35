import type { HttpRequestMessage } from '../channels/channels.ts'
import type { HttpRequest } from '../message/http-request.ts'
import type { Answer } from '../message/reply.ts'
import type { Dispatch } from './dispatcher.ts'
import { methodNotAllowed } from './routing/method-not-allowed.ts'
import type { Pipeline, Preflight } from './pipeline.ts'
import type { Router } from './routing/router.ts'
import type { ChainPlan, TargetPlans } from './target-planner.ts'

/** Files that answer GET and HEAD where no route does. */
export interface FileFolder {
  /** The path that the files are below. */
  readonly path: string
  /** What names the file that a request asks for; undefined where there is none. */
  find(request: HttpRequest): readonly string[] | undefined
  /** `found` is what `find` has given, some time ago. */
  answer(request: HttpRequest, found: readonly string[]): Answer | Promise<Answer>
}

/** The folders of an application, asked in their order, with what stands around each. */
export class FileFolders {
  readonly #folders: readonly ServedFolder[]

  constructor(
    folders: readonly FileFolder[],
    plans: TargetPlans['files'],
    pipeline: Pipeline,
    router: Router,
  ) {
    this.#folders = folders.map((folder) => {
      const plan = plans.get(folder.path) as ChainPlan
      return {
        folder,
        dispatch: pipeline.aroundFiles(plan, (request, found) => folder.answer(request, found)),
        preflight: pipeline.aroundPreflight(plan, (request) =>
          methodNotAllowed(request, methodsOf(request.path, router)),
        ),
      }
    })
  }

  /** Undefined where there is no file. */
  answer(request: HttpRequest, message?: HttpRequestMessage): Answer | Promise<Answer> | undefined {
    for (const { folder, dispatch } of this.#folders) {
      const found = folder.find(request)
      if (!found) continue
      if (message) message.route = folder.path
      return dispatch(request, found)
    }
    return undefined
  }

  /** Answers what is asked before a request to a file; undefined where there is none. */
  preflight(request: HttpRequest): Preflight | undefined {
    return this.#folders.find(({ folder }) => folder.find(request))?.preflight
  }
}

interface ServedFolder {
  readonly folder: FileFolder
  readonly dispatch: Dispatch
  readonly preflight: Preflight
}

function methodsOf(path: string, router: Router): readonly string[] {
  return [...new Set(['GET', 'HEAD', 'OPTIONS', ...router.methodsOf(path)])].toSorted()
}
