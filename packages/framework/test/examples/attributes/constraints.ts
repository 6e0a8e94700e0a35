import { Email, GreaterThan, In, type int, LessThan, ListOf } from 'fw'
import { MaxLength, MinLength, NotBlank, Regex, Url, Uuid } from 'fw'

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
  ) {}
}
