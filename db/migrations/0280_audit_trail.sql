-- The audit trail as people read it: what a change was about, in words, as they were at the time. Pages, filters and searches each have an index
-- that hands out their next rows in order (docs/decisions/0280).
alter table audit_trail
  -- The record whose page shows this: the order of a line, the product of a price update, the record itself otherwise. Null together with
  -- summary in rows from before this migration until app.fill_audit_trail has reached them.
  add column subject_id uuid,
  add column item_name text,
  add column summary text,
  drop constraint audit_trail_action_check,
  add constraint audit_trail_action_check check (action in ('INSERT', 'UPDATE', 'DELETE', 'EXPORT', 'SHARE'));

drop index audit_trail_record;
-- By table and record for what asks for one kind of row; by subject for the history of a record's page.
create index audit_trail_record on audit_trail (org_id, record_id, table_name);
create index audit_trail_subject on audit_trail (org_id, subject_id, created_at, id);
create index audit_trail_kinds on audit_trail (org_id, table_name, action, summary, created_at, id);
create index audit_trail_users on audit_trail (org_id, user_id, table_name, action, summary, created_at, id);
-- What a seal covers: the rows of the transactions since the last one.
create index audit_trail_transactions on audit_trail (org_id, transaction_id);
create index audit_trail_unfilled on audit_trail (org_id, id) where summary is null;

-- Stock changes are read from the ledger, newest first; of one person, too.
create index stock_postings_recorded on stock_postings (org_id, recorded_at, id);
create index stock_postings_users on stock_postings (org_id, user_id, recorded_at, id);

-- Every name a record has had, for the search. Products are found by their present name in `products`; only their former names are here.
create table audit_names (
  org_id uuid not null references organizations,
  subject_id uuid not null,
  name_sort text not null,
  primary key (org_id, subject_id, name_sort)
);
insert into audit_names (org_id, subject_id, name_sort)
select org_id, id, lower(name) from categories where name <> ''
union select org_id, id, lower(name) from suppliers where name <> ''
union select org_id, id, lower(name) from customers where name <> ''
union select org_id, id, lower(name) from locations where name <> ''
union select org_id, id, lower(name) from api_keys
union select org_id, id, lower(email) from invitations
union select org_id, id, lower(order_number) from purchase_orders
union select org_id, id, lower(order_number) from sales_orders
union select org_id, org_id, lower(name) from organizations where name <> '';
create index audit_names_search on audit_names using gin (org_id, name_sort gin_trgm_ops) with (fastupdate = off);

-- Who a person was at the time: one row for each name and address they have had in an organisation. Audit rows name the person by id only, so
-- deleting an account erases its name and address in one place. `digest` stays: it is what seals cover, and without the salt it tells nothing.
create table audit_people (
  org_id uuid not null references organizations,
  user_id uuid not null,
  valid_from timestamptz not null default clock_timestamp(),
  email text,
  username text,
  salt bytea,
  digest bytea not null check (length(digest) = 32),
  erased_at timestamptz,
  transaction_id xid8 not null default pg_current_xact_id(),
  primary key (org_id, user_id, valid_from),
  check ((erased_at is null) = (salt is not null)),
  check ((erased_at is null) = (email is not null)),
  check ((erased_at is null) = (username is not null))
);
create index audit_people_user on audit_people (user_id);
with person as (
  select org_id, user_id, email, username from profiles
  union all
  -- Members of the past whose account still exists.
  select a.org_id, u.id, u.email, coalesce(u.user_metadata ->> 'username', split_part(u.email, '@', 1))
  from (select distinct org_id, user_id from audit_trail) a
  join auth.users u on u.id = a.user_id
  where not exists (select from profiles p where p.org_id = a.org_id and p.user_id = a.user_id)
), salted as materialized (
  select *, uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid()) as salt from person
)
insert into audit_people (org_id, user_id, valid_from, email, username, salt, digest)
select org_id, user_id, '-infinity', email, username, salt, sha256(salt || convert_to(email || E'\n' || username, 'UTF8'))
from salted;

-- A seal covers what was written between two horizons of transactions, and the seal before. `payload` is what is signed, to the byte.
create table audit_seals (
  org_id uuid not null references organizations,
  seal_no integer not null check (seal_no >= 1),
  payload text not null,
  hash bytea not null check (length(hash) = 32),
  signature text not null,
  until_transaction xid8 not null,
  sealed_at timestamptz not null,
  -- When it was told to the operator's mailbox or webhook; null where that is still to be done.
  announced_at timestamptz,
  primary key (org_id, seal_no)
);

-- The digests of the rows that a seal covers, so that a check can name the row that is another one now. `ids` of audit rows ascend; of people,
-- their user_id and valid_from are in `keys`.
create table audit_seal_parts (
  org_id uuid not null references organizations,
  seal_no integer not null,
  part_no integer not null,
  source text not null check (source in ('audit_trail', 'audit_people')),
  keys text[] not null check (cardinality(keys) >= 1),
  digests bytea not null,
  first_id bigint,
  last_id bigint,
  primary key (org_id, seal_no, part_no),
  check (length(digests) = 32 * cardinality(keys))
);
