-- Pictures that people uploaded. A row is what makes a file readable; the bytes lie in the store (server/files/storage.ts) under the
-- same path. Whatever refers to a file has a foreign key to it, so a file in use cannot be removed, by tables to come as well.

create table files (
  org_id uuid not null references organizations,
  id uuid not null,
  user_id uuid not null,
  -- /files/inventory/<folder>/<organisation>/<name that nobody can guess>.webp
  address text not null check (address like '/files/%'),
  content_type text not null,
  size_bytes integer not null check (size_bytes > 0),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  created_at timestamptz not null default clock_timestamp(),
  -- Since when nothing refers to it; null while something does (app.follow_files). A day later it is removed.
  unused_since timestamptz default clock_timestamp(),
  primary key (org_id, id)
);
create unique index files_address_key on files (org_id, address);
create index files_unused on files (org_id, unused_since) where unused_since is not null;

-- A product's picture is an address out there, or one of our files: then the foreign key knows.
alter table products add column image_file text generated always as (case when image like '/files/%' then image end) stored;
alter table products add foreign key (org_id, image_file) references files (org_id, address);
create index products_by_image_file on products (org_id, image_file) where image_file is not null;
