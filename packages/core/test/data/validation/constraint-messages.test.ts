import {
  Body,
  Container,
  Email,
  GreaterThan,
  In,
  Kernel,
  LessThan,
  Max,
  MaxItems,
  MaxLength,
  Messages,
  Min,
  MinItems,
  MinLength,
  MultipleOf,
  NotBlank,
  Post,
  Regex,
  Router,
  Url,
  Uuid,
  type MessageParameters,
  type int,
} from '@fw/core'
import { expect, test } from 'vitest'

class Standard {
  constructor(
    @Min(3) readonly min: int,
    @Max(3) readonly max: int,
    @GreaterThan(3) readonly above: int,
    @LessThan(3) readonly below: int,
    @MultipleOf(3) readonly multiple: int,
    @MinLength(3) readonly long: string,
    @MaxLength(3) readonly short: string,
    @MinItems(3) readonly many: int[],
    @MaxItems(1) readonly few: int[],
    @Email() readonly email: string,
    @Url() readonly url: string,
    @Uuid() readonly uuid: string,
    @NotBlank() readonly blank: string,
    @Regex('^a$') readonly regex: string,
    @In([1, 2]) readonly choice: int,
  ) {}
}

class Own {
  constructor(
    @Min(3, { message: 'min {n}' }) readonly min: int,
    @Max(3, { message: 'max {n}' }) readonly max: int,
    @GreaterThan(3, { message: 'above {n}' }) readonly above: int,
    @LessThan(3, { message: 'below {n}' }) readonly below: int,
    @MultipleOf(3, { message: 'multiple {n}' }) readonly multiple: int,
    @MinLength(3, { message: 'long {n}' }) readonly long: string,
    @MaxLength(3, { message: 'short {n}' }) readonly short: string,
    @MinItems(3, { message: 'many {n}' }) readonly many: int[],
    @MaxItems(1, { message: 'few {n}' }) readonly few: int[],
    @Email({ message: 'email {n}' }) readonly email: string,
    @Url({ message: () => 'url' }) readonly url: string,
    @Uuid({ message: 'uuid' }) readonly uuid: string,
    @NotBlank({ message: 'blank' }) readonly blank: string,
    @Regex('^a$', { message: 'regex {pattern}' }) readonly regex: string,
    @In([1, 2], { message: ({ choices }) => `choice ${choices}` }) readonly choice: int,
  ) {}
}

class Controller {
  @Post('/standard')
  standard(@Body() body: Standard): Standard {
    return body
  }

  @Post('/own')
  own(@Body() body: Own): Own {
    return body
  }
}

class French extends Messages {
  readonly locales = ['fr']

  text(code: string, parameters: MessageParameters): string {
    return `${code} ${JSON.stringify(parameters)}`
  }
}

const invalid = {
  min: 1,
  max: 5,
  above: 3,
  below: 3,
  multiple: 4,
  long: 'a',
  short: 'abcd',
  many: [],
  few: [1, 2],
  email: 'x',
  url: 'x',
  uuid: 'x',
  blank: ' ',
  regex: 'b',
  choice: 5,
}

type Detail = { key: string; code: string; parameters: object; message: string }

async function detailsOf(path: string, messages?: Messages): Promise<Detail[]> {
  const container = new Container()
  if (messages) container.instance(Messages, messages)
  const router = new Router().register(Controller)
  const kernel = new Kernel(container.boot(), router, { errorDetails: true })
  const request = new Request(`http://localhost${path}`, {
    method: 'POST',
    headers: { 'accept-language': 'fr' },
    body: JSON.stringify(invalid),
  })
  return ((await (await kernel.fetch(request)).json()) as { details: Detail[] }).details
}

const expected = [
  ['min', 'min', { n: 3 }, 'must be at least 3.', 'min 3'],
  ['max', 'max', { n: 3 }, 'must be at most 3.', 'max 3'],
  ['above', 'greater-than', { n: 3 }, 'must be greater than 3.', 'above 3'],
  ['below', 'less-than', { n: 3 }, 'must be less than 3.', 'below 3'],
  ['multiple', 'multiple-of', { n: 3 }, 'must be a multiple of 3.', 'multiple 3'],
  ['long', 'min-length', { n: 3 }, 'must be at least 3 characters.', 'long 3'],
  ['short', 'max-length', { n: 3 }, 'must be at most 3 characters.', 'short 3'],
  ['many', 'min-items', { n: 3 }, 'must have at least 3 elements.', 'many 3'],
  ['few', 'max-items', { n: 1 }, 'must have at most 1 elements.', 'few 1'],
  ['email', 'email', {}, 'must be a valid email address.', 'email {n}'],
  ['url', 'url', {}, 'must be a valid URL.', 'url'],
  ['uuid', 'uuid', {}, 'must be a valid UUID.', 'uuid'],
  ['blank', 'not-blank', {}, 'must not be blank.', 'blank'],
  ['regex', 'regex', { pattern: '^a$' }, 'must match the pattern ^a$.', 'regex ^a$'],
  ['choice', 'in', { choices: '1, 2' }, 'must be one of: 1, 2.', 'choice 1, 2'],
] as const

test('each constraint has a code, parameters and a message', async () => {
  expect(await detailsOf('/standard')).toEqual(
    expected.map(([key, code, parameters, message]) => ({ key, code, parameters, message })),
  )
})

test('each message is translated, except those of the declarations', async () => {
  expect((await detailsOf('/standard', new French())).map(({ message }) => message)).toEqual(
    expected.map(([, code, parameters]) => `${code} ${JSON.stringify(parameters)}`),
  )
  for (const messages of [undefined, new French()]) {
    expect(await detailsOf('/own', messages)).toEqual(
      expected.map(([key, code, parameters, , message]) => ({ key, code, parameters, message })),
    )
  }
})
