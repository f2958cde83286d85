-- What an import did stays readable on a page of its own: the counts that its last preview showed, and what it made and changed as people
-- read it.

-- The counts of the last preview. Null for a file that was previewed before this column existed.
alter table import_files add column counts jsonb;

alter table imports
  add column size_bytes integer,
  -- What the person confirmed (null without a preview); `counts` holds what was written.
  add column checked_counts jsonb,
  -- The first products it added (server/imports/plan/preview.ts), and every change of a record, field by field.
  add column products jsonb not null default '[]',
  add column changes jsonb not null default '[]';
