CREATE TABLE IF NOT EXISTS ping_messages (
  id INTEGER PRIMARY KEY AUTOINCREMENT CHECK (id > 0),
  scenario VARCHAR(20) NOT NULL CHECK (length(scenario) <= 20),
  status VARCHAR(20) NOT NULL DEFAULT 'pending' CHECK (length(status) <= 20),
  created_at DATETIME NOT NULL,
  ponged_at DATETIME NULL
);

-- fw:down
DROP TABLE ping_messages;
