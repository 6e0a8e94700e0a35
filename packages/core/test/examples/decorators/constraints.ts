import {
  Each,
  Email,
  GreaterThan,
  In,
  type int,
  LessThan,
  ListOf,
} from '@fw/core'
import {
  Max,
  MaxItems,
  MaxLength,
  Min,
  MinItems,
  MinLength,
} from '@fw/core'
import { MultipleOf, NotBlank, Regex, Url, Uuid } from '@fw/core'

export class Child {
  constructor(readonly name: string) {}
}

export class Person {
  constructor(
    @Uuid() readonly id: string,
    @NotBlank() @MaxLength(80) readonly name: string,
    @Email() readonly email: string,
    @MinLength(8) readonly password: string,
    @GreaterThan(0) @LessThan(150) readonly age: int,
    @Regex(/^[A-Z]{2}$/) readonly country: string,
    @In(['text', 'html']) readonly mails: string,
    @Url() readonly homepage: string | null = null,
    @ListOf(() => Child) readonly children: unknown[] = [],
    @MinItems(1)
    @MaxItems(9)
    @Each(NotBlank(), MaxLength(20))
    readonly tags: string[] = ['new'],
    @Min(0) @Max(100) @MultipleOf(5) readonly discount: int = 0,
  ) {}
}
