import {
  Body,
  Get,
  type int,
  Min,
  Post,
  Prefix,
  Public,
  Query,
  Roles,
} from '@fw/core'
import { NewRoom, type Room } from './room.ts'
import { Rooms } from './rooms.ts'

@Prefix('/rooms')
export class RoomController {
  constructor(private readonly rooms: Rooms) {}

  /** Lists the rooms. */
  @Get('/')
  @Public()
  list(@Query() @Min(1) seats: int = 1): Promise<Room[]> {
    return this.rooms.list(seats)
  }

  /** Adds a room, or changes the one with this name. */
  @Post('/')
  @Roles('staff')
  save(@Body() room: NewRoom): Promise<void> {
    return this.rooms.save([room])
  }
}
