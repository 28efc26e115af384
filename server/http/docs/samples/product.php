<?php
function haat(string $method, string $path, ?array $body = null, ?string $once = null): array {
    $headers = ['X-API-Key: ' . getenv('HAAT_KEY'), 'Content-Type: application/json'];
    if ($once) $headers[] = "Idempotency-Key: $once";
    for ($tries = 1; ; $tries++) {
        $curl = curl_init("https://haat.example.com$path");
        curl_setopt($curl, CURLOPT_CUSTOMREQUEST, $method);
        curl_setopt($curl, CURLOPT_HTTPHEADER, $headers);
        curl_setopt($curl, CURLOPT_RETURNTRANSFER, true);
        curl_setopt_array($curl, [CURLOPT_LOW_SPEED_LIMIT => 1, CURLOPT_LOW_SPEED_TIME => 300]);
        if ($body) curl_setopt($curl, CURLOPT_POSTFIELDS, json_encode($body, JSON_THROW_ON_ERROR));
        $wait = 1;
        curl_setopt($curl, CURLOPT_HEADERFUNCTION, function ($curl, $line) use (&$wait) {
            if (stripos($line, 'Retry-After:') === 0) $wait = (int) substr($line, strlen('Retry-After:'));
            return strlen($line);
        });
        $text = curl_exec($curl);
        $status = curl_getinfo($curl, CURLINFO_RESPONSE_CODE);
        if ($text !== false && $status < 300) return json_decode($text, true);
        $isWorthAnother = in_array($status, [429, 503]);
        if ($text === false) $isWorthAnother = $once || $method !== 'POST'; // it may have been done
        if (!$isWorthAnother || $tries === 5) throw new RuntimeException("$status " . ($text ?: curl_error($curl)));
        sleep($wait);
    }
}

$lamp = [
    'name' => 'Brass lamp',
    'price' => 1499,
    'description' => 'Cast by hand.',
    'stock' => 12,
    'primary_image' => base64_encode(file_get_contents('lamp.jpg')),
    'metadata' => ['sku' => 'LAMP-1'],
];
$product_id = haat('POST', '/api/products/create', $lamp, 'create LAMP-1')['product_id'];
haat('PUT', "/api/products/$product_id/edit", ['stock' => 20]);
echo "$product_id\n";
