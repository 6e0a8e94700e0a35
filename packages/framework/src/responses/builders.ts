import { problemReply, type ProblemMembers } from '../message/problem.ts'
import { Reply, type FileReplyOptions } from '../message/reply.ts'

/** Builds answers of errors. */
export const ErrorResponse = {
  /** The body `{ "error": message }` with a status of 4xx or 5xx. */
  create: (status: number, message: string): Reply<never> => Reply.error(status, message),
}

/** Builds answers in the form of RFC 9457. */
export const ProblemResponse = {
  /**
   * A problem of RFC 9457, as `application/problem+json`: `type` is `about:blank` unless `members` names one, `title` the
   * phrase of the status.
   */
  create: (status: number, members: ProblemMembers = {}): Reply<never> =>
    problemReply(status, members),
}

/** Builds pages. */
export const HtmlResponse = {
  /** A page, as `text/html`. */
  create: (html: string, status = 200): Reply => Reply.html(html, { status }),
}

/** Builds answers of plain text. */
export const TextResponse = {
  /** Plain text, as `text/plain`. */
  create: (text: string, status = 200): Reply => Reply.text(text, { status }),
}

/** Builds redirects. */
export const RedirectResponse = {
  /** Sends the client to `url`, relative or absolute. Characters that a header cannot hold are percent-encoded. */
  to: (url: string, status = 302): Reply<never> => Reply.redirect(url, { status }),
}

/** Builds answers of files, and of data like files. */
export const FileResponse = {
  /**
   * A file, streamed; 404 where there is none. Answers ranges and conditional requests by itself. The type
   * comes from the file's name unless it is given. The path is taken as it is: use `fromFolder` for one
   * that a client has a say in.
   */
  fromPath: (path: string, status = 200, type?: Maybe, filename?: Maybe): Reply =>
    Reply.file(path, fileOptions(status, type, filename)),

  /** The file at `path` inside `folder`; 404 where there is none, or where it leads out of the folder. */
  fromFolder: (folder: string, path: string, status = 200, type?: Maybe, filename?: Maybe): Reply =>
    Reply.fileIn(folder, path, fileOptions(status, type, filename)),

  /** Data in memory, under the type that is given. */
  fromContents: (
    contents: string | Uint8Array<ArrayBuffer>,
    contentType: string,
    status = 200,
    filename?: Maybe,
  ): Reply => Reply.bytes(contents, { ...fileOptions(status, null, filename), contentType }),
}

type Maybe = string | null

function fileOptions(status: number, type?: Maybe, filename?: Maybe): FileReplyOptions {
  return {
    status,
    ...(typeof type === 'string' && { contentType: type }),
    ...(typeof filename === 'string' && { filename }),
  }
}
