/** Cases written by others, and how to run them against this project. Each folder in `spec/judges` exports one as `judge`. */
export interface Judge {
  /** The name of its folder, which `npm run judges -- <name>` takes. */
  readonly name: string
  /** The standard, suite or program that the cases come from, as Markdown. */
  readonly source: string
  /** What a reader of the table has to know, for example which program stands in for another. */
  readonly note?: string
  /** True if it runs with `npm test`: it takes at most some seconds and installs nothing. */
  readonly isQuick: boolean
  /** A program that it needs and this machine does not have, and how to install it. */
  readonly missing?: string | undefined
  /** Why a case does not pass, by its name: a citation of the standard, or the issue that will make it pass. */
  readonly exceptions?: Readonly<Record<string, string>>
  /** `isThorough` is true for the command, which has more time than `npm test`. */
  run(cases: CaseList, isThorough: boolean): Promise<void>
}

/** The result of one case. */
export interface Verdict {
  readonly name: string
  /** The message of the failed check; undefined if the case passed. */
  readonly failure?: string
  /** Why it failed, if the check has found that out itself. */
  readonly reason?: string
}

/** A failure whose reason the check has measured, for example that a server without the framework fails alike. */
export class ExcusedFailure extends Error {
  readonly reason: string

  constructor(message: string, reason: string) {
    super(message)
    this.reason = reason
  }
}

/** Collects the results of the cases of a judge. */
export class CaseList {
  readonly verdicts: Verdict[] = []

  /** Runs one case. It fails if `check` throws. */
  async check(name: string, check: () => unknown): Promise<void> {
    if (this.verdicts.some((verdict) => verdict.name === name)) {
      throw new Error(`Two cases are called ${JSON.stringify(name)}. Rename one.`)
    }
    try {
      await check()
      this.verdicts.push({ name })
    } catch (error) {
      const failure = error instanceof Error ? error.message : String(error)
      const excuse = error instanceof ExcusedFailure ? { reason: error.reason } : {}
      this.verdicts.push({ name, failure, ...excuse })
    }
  }
}

/** The results of a judge, compared with its exceptions. */
export interface Result {
  readonly cases: number
  readonly passed: number
  /** Cases that failed, as expected: their names, reasons, and messages of the failed checks. */
  readonly excused: readonly (readonly [name: string, reason: string, failure: string])[]
  /** What has to be fixed: failures without a reason, and reasons for cases that pass or do not exist. */
  readonly problems: readonly string[]
}

/** Runs a judge. */
export async function judgeBy(judge: Judge, isThorough: boolean): Promise<Result> {
  if (judge.missing !== undefined) {
    return { cases: 0, passed: 0, excused: [], problems: [judge.missing] }
  }
  const list = new CaseList()
  await judge.run(list, isThorough)
  const exceptions = new Map(Object.entries(judge.exceptions ?? {}))
  const problems: string[] = []
  const excused: [string, string, string][] = []
  for (const { name, failure, reason = exceptions.get(name) } of list.verdicts) {
    if (failure === undefined) continue
    if (reason === undefined) problems.push(`${name}: ${failure}`)
    else excused.push([name, reason, failure])
  }
  for (const name of exceptions.keys()) {
    if (excused.some(([other]) => other === name)) continue
    problems.push(`${name}: is listed as an exception, and passes or does not exist.`)
  }
  const passed = list.verdicts.filter(({ failure }) => failure === undefined).length
  return { cases: list.verdicts.length, passed, excused, problems }
}
