import { expect, test } from 'vitest'
import { Command, Option } from '../../../src/tools/console/decorators.ts'
import { DuplicateCommand, InvalidCommand } from '../../../src/tools/console/errors.ts'
import { CommandRegistry } from '../../../src/tools/console/registry.ts'
import { AttributeRefused } from '../../../src/base/reflection/errors.ts'

class Journal {
  readonly lines: string[] = []
}
class First {
  @Command('tidy') run() {}
}
class Second {
  @Command('tidy') clean() {}
}

const place = String.raw`\(\S*registry\.test\.ts:\d+:\d+\)`

test('two commands with the same name throw an error that names both', () => {
  const register = () => new CommandRegistry().register(First).register(Second)

  expect(register).toThrow(DuplicateCommand)
  expect(register).toThrow(
    'Second.clean: the command "tidy" already exists: First.run. Rename one of them.',
  )
})

test('a parameter that the command line cannot provide throws', () => {
  class Wrong {
    @Command('wrong') run(_journal: Journal) {}
  }

  expect(() => new CommandRegistry().register(Wrong)).toThrow(InvalidCommand)
  expect(() => new CommandRegistry().register(Wrong)).toThrow(
    new RegExp(
      `^Wrong.run ${place}: the command line cannot fill "_journal" \\(Journal\\). ` +
        'Declare a string, a number, a boolean, a Date, an enum or a list of these. ' +
        'Inject services in the constructor.$',
    ),
  )
})

test('an argument after a list throws, but an option does not', () => {
  class Wrong {
    @Command('wrong') run(_files: string[], _target: string) {}
  }
  class Right {
    @Command('right') run(_files: string[], @Option() _target: string) {}
  }

  expect(() => new CommandRegistry().register(Wrong)).toThrow(
    new RegExp(
      `^Wrong.run ${place}: the list "_files" takes all arguments that follow. ` +
        'Put it last, or mark it @Option\\(\\).$',
    ),
  )
  expect(new CommandRegistry().register(Right).find('right')?.owner).toBe('Right.run')
})

test('a static method throws', () => {
  class Wrong {
    @Command('wrong') static run() {}
  }

  expect(() => new CommandRegistry().register(Wrong)).toThrow(
    'static methods are not called. Remove "static".',
  )
})

test('a name that is not a single word throws', () => {
  class Wrong {
    @Command('two words') run() {}
  }

  expect(() => new CommandRegistry().register(Wrong)).toThrow(AttributeRefused)
  expect(() => new CommandRegistry().register(Wrong)).toThrow(
    'Wrong.run: the command name "two words" is invalid. ' +
      'Use a letter, then letters, digits, "-", "_" or ":".',
  )
})
