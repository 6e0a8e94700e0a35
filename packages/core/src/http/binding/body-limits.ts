import type { Config } from '../../base/config/config.ts'

/** The limits for a request body. If a request exceeds one, the response is a 413. */
export interface BodyLimits {
  /** The maximum size of a body, in bytes. */
  readonly body: number
  /** The maximum size of an uploaded file, in bytes. */
  readonly file: number
  /** The maximum number of files in a form. */
  readonly files: number
  /** The maximum number of fields in a form. */
  readonly fields: number
  /** The maximum size of all fields of a multipart form, in bytes. Fields are kept in memory. */
  readonly fieldBytes: number
}

/** Limits set in code, which take precedence over the configuration. */
export interface BodyLimitOptions {
  /** The maximum size of a body, in bytes. Default: `FW_MAX_BODY_BYTES`, else 2 MiB. */
  readonly maxBodyBytes?: number
  /** The maximum size of an uploaded file, in bytes. Default: `FW_MAX_FILE_BYTES`, else the limit of the body. */
  readonly maxFileBytes?: number
  /** The maximum number of files in a form. Default: `FW_MAX_FILES`, else 100. */
  readonly maxFiles?: number
  /** The maximum number of fields in a form. Default: `FW_MAX_FIELDS`, else 1,000. */
  readonly maxFields?: number
}

const mebibyte = 1024 * 1024

export function bodyLimits(options: BodyLimitOptions, config: Config): BodyLimits {
  const body = options.maxBodyBytes ?? config.int('FW_MAX_BODY_BYTES', 2 * mebibyte)
  return {
    body,
    file: options.maxFileBytes ?? config.int('FW_MAX_FILE_BYTES', body),
    files: options.maxFiles ?? config.int('FW_MAX_FILES', 100),
    fields: options.maxFields ?? config.int('FW_MAX_FIELDS', 1000),
    fieldBytes: fieldBytesOf(body),
  }
}

/** Returns the maximum size of all fields of a multipart form, given the limit of the body. */
export function fieldBytesOf(body: number): number {
  return Math.min(body, 2 * mebibyte)
}
