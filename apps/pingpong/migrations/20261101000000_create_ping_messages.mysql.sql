CREATE TABLE IF NOT EXISTS ping_messages (
  id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT PRIMARY KEY,
  scenario VARCHAR(20) NOT NULL,
  status VARCHAR(20) NOT NULL DEFAULT 'pending',
  created_at DATETIME NOT NULL,
  ponged_at DATETIME NULL
);

-- fw:down
DROP TABLE ping_messages;
