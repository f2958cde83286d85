-- SKUs and barcodes lose the marks of direction and width at their ends (contract/trimmed.ts): entries have been stored
-- without them for a while, and imports and scans of the same code didn't find the products from before. A code that
-- another product already has is left as it is: these products were told apart by it, and people decide which one stays.
with codes as (
  select org_id, id, created_at, sku, barcode,
    regexp_replace(sku, '^[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+|[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+$', '', 'g') as bare_sku,
    regexp_replace(barcode, '^[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+|[\s\u00a0\u1680\u2000-\u200b\u200e\u200f\u2028\u2029\u202f\u205f\u2060\u3000\u061c\ufeff]+$', '', 'g') as bare_barcode
  from products
  where octet_length(sku) > length(sku) or octet_length(barcode) > length(barcode)
), ranked as (
  select *,
    row_number() over (partition by org_id, lower(bare_sku) order by sku <> bare_sku, created_at, id) as sku_rank,
    row_number() over (partition by org_id, bare_barcode order by barcode <> bare_barcode, created_at, id) as barcode_rank
  from codes
), free as (
  select r.org_id, r.id,
    case when r.sku_rank = 1 and r.bare_sku <> '' and not exists (
      select from products p where p.org_id = r.org_id and p.sku_sort = lower(r.bare_sku) and p.id <> r.id)
      then r.bare_sku else r.sku end as sku,
    case when r.barcode_rank = 1 and r.bare_barcode <> '' and not exists (
      select from products p where p.org_id = r.org_id and p.barcode = r.bare_barcode and p.id <> r.id)
      then r.bare_barcode else r.barcode end as barcode
  from ranked r
)
update products p set sku = f.sku, barcode = f.barcode, version = p.version + 1, updated_at = clock_timestamp()
from free f
where p.org_id = f.org_id and p.id = f.id and (p.sku <> f.sku or p.barcode is distinct from f.barcode);
