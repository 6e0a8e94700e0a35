import {
  Body,
  Computed,
  Get,
  Hide,
  MinLength,
  Post,
  Sensitive,
} from '@fw/core'

export class Customer {
  constructor(
    readonly given: string,
    readonly family: string,
    @Hide() @Sensitive() @MinLength(8) readonly password: string,
  ) {}

  /** The name for letters to the customer. */
  @Computed()
  get name(): string {
    return `${this.given} ${this.family}`
  }
}

export class Customers {
  private readonly all: Customer[] = []

  @Post('/customers')
  add(@Body() customer: Customer): Customer {
    this.all.push(customer)
    return customer
  }

  @Get('/customers')
  list(): Pick<Customer, 'family'>[] {
    return this.all
  }
}
