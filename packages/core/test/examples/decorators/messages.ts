import {
  Body,
  Email,
  Messages,
  type MessageParameters,
  Min,
  MinLength,
  Post,
  type int,
} from '@fw/core'

export class Signup {
  constructor(
    @MinLength(2) readonly name: string,
    @Email({ message: 'We need it to write to you.' })
    readonly email: string,
    @Min(18, { message: 'You have to be {n} years old.' })
    readonly age: int,
  ) {}
}

export class Signups {
  @Post('/signups')
  add(@Body() signup: Signup): string {
    return `Welcome, ${signup.name}.`
  }
}

const german: Readonly<Record<string, string>> = {
  required: 'fehlt.',
  'type.string': 'muss ein Text sein.',
  'min-length': 'braucht mindestens {n} Zeichen.',
}

export class Texts extends Messages {
  readonly locales = ['en', 'de']

  text(
    code: string,
    parameters: MessageParameters,
    locale: string,
  ): string | undefined {
    return locale === 'de'
      ? german[code]?.replace('{n}', String(parameters['n']))
      : undefined
  }
}
