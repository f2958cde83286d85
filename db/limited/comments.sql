-- Comments are visible to everyone who sees the record they belong to.
create view limited.comments with (security_invoker = true) as
select c.* from public.comments c
where app.sees_record(c.org_id, c.record_type, c.record_id);
