import type { MaybePromise } from '../base/platform/maybe-promise.ts'
import type { HttpRequestMessage } from './channels/channels.ts'
import type { HttpRequest } from './message/http-request.ts'
import type { ReplyOrResponse } from './message/reply.ts'
import type { Dispatch, Match } from './dispatcher.ts'
import { reflect } from '../base/reflection/reflect.ts'
import { methodNotAllowed } from './routing/method-not-allowed.ts'
import type { Pipeline, Preflight } from './pipeline.ts'
import type { Router } from './routing/router.ts'
import type { ChainPlan, TargetPlans } from './target-planner.ts'

/**
 * The key of a property of the decorators that serve files: a `FindFolders` function. Applications
 * without these decorators do not load the code for files.
 */
export const servedFolders: unique symbol = Symbol('fw.served-folders')

type FindFolders = (
  router: Router,
  root: string,
  warn: (message: string) => void,
) => readonly FileFolder[]

/**
 * Returns the folders that the decorators of an application declare. `root` is the folder of the application; `warn` is
 * called if a folder or its fallback file does not exist.
 */
export const findFolders: FindFolders = (router, root, warn) => {
  const uses = [...router.classes].flatMap((type) => {
    const { attributes, methods } = reflect(type)
    return [...attributes, ...methods.flatMap((method) => method.attributes)]
  })
  const use = uses.find((each) => servedFolders in each) as Record<symbol, FindFolders> | undefined
  return use?.[servedFolders]?.(router, root, warn) ?? []
}

/** A folder that serves files for GET and HEAD requests that match no route. */
export interface FileFolder {
  /** The URL path below which the files are served. */
  readonly path: string
  /** Returns the parts that identify the file to serve; undefined if no file matches. */
  find(request: HttpRequest): readonly string[] | undefined
  /** True if `find` could return a file if the request had another `Accept` header. */
  varies(request: HttpRequest): boolean
  /** Serves the file. `found` is the result of `find`. */
  handle(request: HttpRequest, found: readonly string[]): MaybePromise<ReplyOrResponse>
}

/** The folders of an application with their middleware, in lookup order. */
export class FileFolders {
  readonly #folders: readonly FolderHandlers[]

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
        dispatch: pipeline.wrapFiles(plan, ({ request, values }) => folder.handle(request, values)),
        preflight: pipeline.wrapPreflight(plan, (request) =>
          methodNotAllowed(request, methodsOf(request.path, router)),
        ),
      }
    })
  }

  /** Finds the handler for the file to serve; undefined if no file matches. */
  find(request: HttpRequest, message?: HttpRequestMessage): Match | undefined {
    for (const { folder, dispatch } of this.#folders) {
      const values = folder.find(request)
      if (!values) continue
      if (message) message.route = folder.path
      return { dispatch, values }
    }
    return undefined
  }

  /** True if a request with a different `Accept` header would get a file. */
  varies(request: HttpRequest): boolean {
    return this.#folders.some(({ folder }) => folder.varies(request))
  }

  /** Returns the handler for preflights of a file; undefined if there is no file to serve. */
  preflight(request: HttpRequest): Preflight | undefined {
    return this.#folders.find(({ folder }) => folder.find(request))?.preflight
  }
}

interface FolderHandlers {
  readonly folder: FileFolder
  readonly dispatch: Dispatch
  readonly preflight: Preflight
}

function methodsOf(path: string, router: Router): readonly string[] {
  return [...new Set(['GET', 'HEAD', 'OPTIONS', ...router.methodsOf(path)])].toSorted()
}
