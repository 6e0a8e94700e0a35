CREATE TABLE members (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  email TEXT NOT NULL UNIQUE,
  role TEXT NOT NULL,
  password_hash TEXT NOT NULL
);

CREATE TABLE member_keys (
  id TEXT PRIMARY KEY,
  hash TEXT NOT NULL,
  member_id INTEGER NOT NULL REFERENCES members ON DELETE CASCADE
);

CREATE TABLE rooms (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL UNIQUE,
  seats INTEGER NOT NULL,
  hourly_cents INTEGER NOT NULL
);

CREATE TABLE bookings (
  id INTEGER PRIMARY KEY,
  room_id INTEGER NOT NULL REFERENCES rooms,
  member_id INTEGER NOT NULL REFERENCES members,
  starts_at TEXT NOT NULL,
  hours INTEGER NOT NULL,
  people INTEGER NOT NULL,
  price_cents INTEGER NOT NULL,
  cancelled_at TEXT,
  reminded_at TEXT
);
CREATE INDEX bookings_starts_at ON bookings (starts_at, id);
CREATE INDEX bookings_member ON bookings (member_id, starts_at, id);

-- A row for each hour of a booking: the key prevents overlaps.
-- #region hours
CREATE TABLE booked_hours (
  room_id INTEGER NOT NULL REFERENCES rooms,
  hour TEXT NOT NULL,
  booking_id INTEGER NOT NULL REFERENCES bookings,
  PRIMARY KEY (room_id, hour)
);
-- #endregion

CREATE TABLE fw_sessions (
  id VARCHAR(64) PRIMARY KEY,
  data TEXT NOT NULL,
  version INT NOT NULL,
  replaced INT NOT NULL,
  ends_at INTEGER NOT NULL,
  expires_at INTEGER NOT NULL
);

-- fw:down
DROP TABLE fw_sessions;
DROP TABLE booked_hours;
DROP TABLE bookings;
DROP TABLE rooms;
DROP TABLE member_keys;
DROP TABLE members;
