import { expect, test } from 'vitest'
import { runFw } from '../../support/fw-process.ts'
import { temporaryApplication } from '../../support/temporary-application.ts'
import { hiddenMistakes, registered } from './hidden-mistakes.ts'

const ofServices = new Set([
  'UnresolvableDependency src/services.ts:8:24',
  'UnresolvableDependency src/services.ts:12:47',
  'UnresolvableDependency src/services.ts:12:72',
  'UnresolvableDependency src/services.ts:19:41',
])

const expected = [
  'SourceSyntaxError src/broken.ts:7:29',
  'InvalidCommand src/commands-a.ts:5:8',
  'DuplicateCommand src/commands-b.ts:5:3',
  'UndeclaredDecorator src/import.ts:4:3',
  'UndeclaredDecorator src/import.ts:5:38',
  'InvalidPathTemplate src/import.ts:8:3',
  'UnresolvableParameter src/import.ts:8:7',
  'UndeclaredDecorator src/import.ts:10:3',
  'InvalidPathTemplate src/import.ts:11:3',
  'UnusableType src/import.ts:15:53',
  'SyntaxError src/misnamed.ts:2:1',
  'SyntaxError src/misnamed.ts:2:1',
  'InvalidPathTemplate src/misnamed.ts:5:20',
  'ImportNotFound src/missing.ts:2:45',
  'UnresolvableParameter src/missing.ts:8:8',
  'UnusableType src/properties.ts:3:14',
  'UnusableType src/properties.ts:4:11',
  'UnusableType src/properties.ts:13:31',
  'InvalidPathTemplate src/properties.ts:18:3',
  'UnresolvableParameter src/routes-a.ts:5:8',
  'UnusableType src/routes-a.ts:5:21',
  'DuplicateRoute src/routes-b.ts:5:3',
  'UnresolvableDependency src/services.ts:8:24',
  'UnresolvableDependency src/services.ts:12:47',
  'UnresolvableDependency src/services.ts:12:72',
  'UnresolvableParameter src/services.ts:15:8',
  'UnresolvableDependency src/services.ts:19:41',
  'UnresolvableDependency src/services.ts:22:67',
  'UnresolvableDependency src/services.ts:22:90',
  'AttributeNotCalled src/services.ts:26:1',
  'SyntaxError src/settings.ts:1:30',
  'InvalidPathTemplate src/thrown.ts:5:18',
  'InvalidPathTemplate src/uses-broken.ts:8:3',
  'UnresolvableParameter src/uses-broken.ts:11:30',
]

interface Printed {
  readonly code: string
  readonly file: string
  readonly line: number
  readonly column: number
  readonly text: string
}

async function check(files: Readonly<Record<string, string>>): Promise<Printed[]> {
  const { stdout } = await runFw(temporaryApplication(files), ['check', '--format', 'json'])
  return JSON.parse(stdout) as Printed[]
}

function places(findings: readonly Printed[]): string[] {
  return findings.map(({ code, file, line, column }) => `${code} ${file}:${line}:${column}`)
}

test('no mistake hides another, and none is listed that is only a consequence', async () => {
  expect(places(await check(hiddenMistakes))).toEqual(expected)
})

test('a service that the bootstrap may register is no mistake', async () => {
  const findings = places(await check({ ...hiddenMistakes, 'src/bootstrap.ts': registered }))

  expect(findings).toEqual(expected.filter((each) => !ofServices.has(each)))
})
