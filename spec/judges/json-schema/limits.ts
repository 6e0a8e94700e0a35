import {
  type Class,
  GreaterThan,
  In,
  type int,
  LessThan,
  Max,
  MaxItems,
  MaxLength,
  Min,
  MinItems,
  MinLength,
  MultipleOf,
  Regex,
} from '@fw/core'

/** A DTO with the constraint that publishes a keyword, by the keyword and its value. */
export const limits: Readonly<Record<string, (limit: never) => Class<object>>> = {
  minLength: (limit: number) => {
    class Limited {
      constructor(@MinLength(limit) readonly value: string) {}
    }
    return Limited
  },
  maxLength: (limit: number) => {
    class Limited {
      constructor(@MaxLength(limit) readonly value: string) {}
    }
    return Limited
  },
  pattern: (limit: string) => {
    class Limited {
      constructor(@Regex(limit) readonly value: string) {}
    }
    return Limited
  },
  minimum: (limit: number) => {
    class Limited {
      constructor(@Min(limit) readonly value: number) {}
    }
    return Limited
  },
  maximum: (limit: number) => {
    class Limited {
      constructor(@Max(limit) readonly value: number) {}
    }
    return Limited
  },
  exclusiveMinimum: (limit: number) => {
    class Limited {
      constructor(@GreaterThan(limit) readonly value: number) {}
    }
    return Limited
  },
  exclusiveMaximum: (limit: number) => {
    class Limited {
      constructor(@LessThan(limit) readonly value: number) {}
    }
    return Limited
  },
  multipleOf: (limit: number) => {
    class Limited {
      constructor(@MultipleOf(limit) readonly value: number) {}
    }
    return Limited
  },
  'integer multipleOf': (limit: number) => {
    class Limited {
      constructor(@MultipleOf(limit) readonly value: int) {}
    }
    return Limited
  },
  minItems: (limit: number) => {
    class Limited {
      constructor(@MinItems(limit) readonly value: unknown[]) {}
    }
    return Limited
  },
  maxItems: (limit: number) => {
    class Limited {
      constructor(@MaxItems(limit) readonly value: unknown[]) {}
    }
    return Limited
  },
  enum: (limit: (string | number | boolean)[]) => {
    class Limited {
      constructor(@In(limit) readonly value: string | number | boolean) {}
    }
    return Limited
  },
}
