-- A rule's maximum is null or positive and not below its minimum.
select org_id, product_id, location_id, minimum, maximum from stock_rules where not (minimum >= 0) or maximum <= 0 or maximum < minimum
