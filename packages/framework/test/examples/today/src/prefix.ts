import { Get, type int } from 'fw'

const api = '/api/v1'

export class Books {
  @Get(`${api}/books/{id}`)
  show(id: int) {
    return { id }
  }
}
