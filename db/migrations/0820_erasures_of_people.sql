-- Deleted accounts whose names are still in documents and notifications of an organization, and how far these were
-- rewritten (app.erase_from_documents). Meanwhile readers see "Deleted account" (server/platform/person-name.ts).
create table person_erasures (
  org_id uuid not null references organizations,
  user_id uuid not null,
  stamps text[] not null, -- the parts of their addresses before @, for documents that store no id of who undid them
  table_no integer not null default 1,
  -- The key in that table up to which everything is done; only notifications' keys begin with their reader.
  after_reader uuid not null default '00000000-0000-0000-0000-000000000000',
  after_id uuid not null default '00000000-0000-0000-0000-000000000000',
  primary key (org_id, user_id)
);
