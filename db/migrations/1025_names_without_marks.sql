-- Names of categories, suppliers, locations and customers lose the blanks and invisible marks at their ends
-- (contract/trimmed.ts), as codes did in 0995: imports and forms look these records up by name, and didn't find those
-- from before. A name that another record already has is left as it is. A customer is known by name and email.
with names as (
  select 'category' as kind, org_id, id, name, '' as email, created_at from categories
  union all select 'supplier', org_id, id, name, '', created_at from suppliers
  union all select 'location', org_id, id, name, '', created_at from locations where hidden_at is null
  union all select 'customer', org_id, id, name, lower(coalesce(email, '')), created_at from customers
), trimmed as (
  select *, regexp_replace(name, '^[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+|[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+$', '', 'g') as bare
  from names
), ranked as (
  select *, row_number() over (partition by kind, org_id, lower(bare), email order by name <> bare, created_at, id) as rank
  from trimmed
), free as (
  select * from ranked where rank = 1 and name <> bare and bare <> ''
), of_categories as (
  update categories c set name = f.bare, version = c.version + 1, updated_at = clock_timestamp()
  from free f where f.kind = 'category' and c.org_id = f.org_id and c.id = f.id
), of_suppliers as (
  update suppliers s set name = f.bare, version = s.version + 1, updated_at = clock_timestamp()
  from free f where f.kind = 'supplier' and s.org_id = f.org_id and s.id = f.id
), of_customers as (
  update customers c set name = f.bare, version = c.version + 1, updated_at = clock_timestamp()
  from free f where f.kind = 'customer' and c.org_id = f.org_id and c.id = f.id
)
update locations l set name = f.bare, version = l.version + 1, updated_at = clock_timestamp()
from free f where f.kind = 'location' and l.org_id = f.org_id and l.id = f.id;

-- A product names its location: those of a location that lost its marks above, or of none.
with places as (
  select org_id, id, location, regexp_replace(location, '^[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+|[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+$', '', 'g') as bare
  from products
)
update products p set location = nullif(w.bare, ''), version = p.version + 1, updated_at = clock_timestamp()
from places w
where p.org_id = w.org_id and p.id = w.id and w.location <> w.bare and not exists (
  select from locations l where l.org_id = w.org_id and lower(l.name) = lower(w.location));
