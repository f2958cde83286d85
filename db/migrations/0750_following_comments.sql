-- Commenting on a record or being mentioned there follows its comments only; pressing Follow follows everything that
-- concerns the record. A row that was written with a comment is one of the first kind.
alter table follows add column comments_only boolean not null default false;

update follows f
set comments_only = true
where f.following and exists (
  select from comments c
  where c.org_id = f.org_id and c.record_type = f.record_type and c.record_id = f.record_id
    and (c.user_id = f.user_id or c.mentions @> jsonb_build_array(jsonb_build_object('user_id', f.user_id)))
    and (f.changed_at between c.created_at and c.created_at + interval '1 second'
      or f.changed_at between c.edited_at and c.edited_at + interval '1 second'));
