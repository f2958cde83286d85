-- Rows about a record are filtered by type, action and user in the index itself: 18,000 rows of two hundred products
-- are on as many pages of the table.
create index audit_trail_of_subject on audit_trail (org_id, subject_id, created_at, id) include (table_name, action, user_id);
drop index audit_trail_subject;
alter index audit_trail_of_subject rename to audit_trail_subject;
