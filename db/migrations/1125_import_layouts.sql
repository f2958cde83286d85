-- What the headings of a file were imported as, if a person chose that: files with the same headings are read alike.
alter table imports add column layouts jsonb;

create index imports_layouts on imports (org_id) where layouts is not null;
